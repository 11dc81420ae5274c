B right 2
D up 1 left 1
H up 2
J up 2
A left 1
