"""Roads to the models of a formula with a graph that must be connected: which to take first, and when to leave it for the next.

No way of solving is best on all boards, and the worst takes a thousand times as long as the best. A few features of what
propagation leaves open choose the first road; each stage has a budget in conflicts of the solver, so runs are repeatable. When the
budget is used up, the next road begins with what was learnt: variables that are fixed, and cuts, which only windows leave aside.

    lazy                a solver, and cuts between its calls: where little is open, or much is to spare
    counting            a maximum flow: refutes what clauses cannot count; nothing else is proved by it
    windows             the board window by window: where much is open, it is large, or solutions are cycles
    planar, dual-elimination, link-elimination
                        the formula as a whole with auxiliary variables for connectivity: when nothing else helps
"""
