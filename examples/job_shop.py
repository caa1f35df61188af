"""ft06: six jobs on six machines, one task after the other; done in 55 at best (Fisher and Thompson)."""

from copla import ConstraintProblem, interval, max_of, no_overlap

JOBS = [  # (machine, duration), in this order
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
]
problem = ConstraintProblem("job shop ft06")
machines = [[] for _ in range(6)]
ends = []
for job, tasks in enumerate(JOBS):
    before = 0
    for step, (machine, duration) in enumerate(tasks):
        task = interval(problem.variable(f"start[{job},{step}]", range(70)), duration)
        problem.add(task.start >= before)
        machines[machine].append(task)
        before = task.end
    ends.append(before)
for tasks in machines:
    problem.add(no_overlap(tasks))
problem.minimize(max_of(ends))
