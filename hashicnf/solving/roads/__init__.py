"""Roads: ways to solve a formula with a connected graph, and the choice of which to try first and when to change to the next.

No way of solving is best on all boards, and the worst takes a thousand times as long as the best. A few features of the formula
after propagation choose the first road; each stage has a budget in conflicts of the solver, so runs are repeatable. When the budget
is used up, the next road starts with the fixed variables and the cuts found so far (windows do not use the cuts).

    lazy                a solver, and cuts between its calls: if few variables are undecided, or many edges can be spared
    counting            a maximum flow: refutes contradictions that clauses cannot count; proves nothing else
    windows             the board window by window: for many undecided variables, large boards, or solutions that are cycles
    planar, dual-elimination, link-elimination
                        the formula as a whole with auxiliary variables for connectivity: if nothing else succeeds
"""
