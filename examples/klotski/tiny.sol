A down 1
