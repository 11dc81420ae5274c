6 down
8 down
2 right
1 up
8 left
