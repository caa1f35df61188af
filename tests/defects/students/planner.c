/* A student's planner in C: Dijkstra's algorithm on a SAS+ file, states in a plain list. Right as it stands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIABLES = 100, FACTS = 60, OPERATORS = 400, STATES = 4000 };
typedef struct { int variable, value; } Fact;
typedef struct { int conditions; Fact condition[FACTS], what; } Effect;
typedef struct { char name[200]; int conditions, effects; Fact condition[FACTS]; Effect effect[FACTS]; long long cost; } Operator;

static int variables, goals, operators, states, closed[STATES], parent[STATES], by[STATES];
static int state[STATES][VARIABLES];
static long long cost[STATES];
static Fact goal[FACTS];
static Operator operator[OPERATORS];
static char line[2000];

static char *next(void) {
    if (!fgets(line, sizeof line, stdin)) exit(2);
    line[strcspn(line, "\n")] = 0;
    return line;
}

static int number(void) { return atoi(next()); }

static void skip_to(const char *what) { while (strcmp(next(), what) != 0) {} }

static Fact fact(void) {
    Fact found;
    if (sscanf(next(), "%d %d", &found.variable, &found.value) != 2) exit(2);
    return found;
}

static void read_operator(Operator *o, int metric) {
    skip_to("begin_operator");
    strncpy(o->name, next(), sizeof o->name - 1);
    o->conditions = number();
    for (int i = 0; i < o->conditions; i++) o->condition[i] = fact();
    o->effects = number();
    for (int i = 0; i < o->effects; i++) {
        Effect *e = &o->effect[i];
        char *word = strtok(next(), " ");
        e->conditions = atoi(word);
        for (int k = 0; k < e->conditions; k++) {
            e->condition[k].variable = atoi(strtok(NULL, " "));
            e->condition[k].value = atoi(strtok(NULL, " "));
        }
        e->what.variable = atoi(strtok(NULL, " "));
        int before = atoi(strtok(NULL, " "));
        e->what.value = atoi(strtok(NULL, " "));
        if (before >= 0) o->condition[o->conditions++] = (Fact){e->what.variable, before};
    }
    o->cost = atoll(next());
    if (!metric) o->cost = 1;
}

static int holds(const int *values, const Fact *facts, int count) {
    for (int i = 0; i < count; i++)
        if (values[facts[i].variable] != facts[i].value) return 0;
    return 1;
}

static int known(const int *values) {
    int at = 0;
    while (at < states && memcmp(state[at], values, sizeof state[0]) != 0) at++;
    return at;
}

static void print(int at) {
    if (parent[at] < 0) return;
    print(parent[at]);
    printf("(%s)\n", operator[by[at]].name);
}

int main(void) {
    skip_to("begin_metric");
    int metric = number();
    skip_to("end_metric");
    variables = number();
    if (variables > VARIABLES) return puts("unsupported"), 0;
    skip_to("begin_state");
    for (int v = 0; v < variables; v++) state[0][v] = number();
    skip_to("begin_goal");
    goals = number();
    if (goals > FACTS) return puts("unsupported"), 0;
    for (int i = 0; i < goals; i++) goal[i] = fact();
    skip_to("end_goal");
    operators = number();
    if (operators > OPERATORS) return puts("unsupported"), 0;
    for (int i = 0; i < operators; i++) read_operator(&operator[i], metric);
    states = 1, parent[0] = -1;
    for (;;) {
        int best = -1;
        for (int at = 0; at < states; at++)
            if (!closed[at] && (best < 0 || cost[at] < cost[best])) best = at;
        if (best < 0) return puts("no solution"), 0;
        closed[best] = 1;
        if (holds(state[best], goal, goals)) {
            print(best);
            printf("; cost = %lld (general cost)\n", cost[best]);
            return 0;
        }
        for (int i = 0; i < operators; i++) {
            Operator *o = &operator[i];
            if (!holds(state[best], o->condition, o->conditions)) continue;
            int after[VARIABLES];
            memcpy(after, state[best], sizeof after);
            for (int k = 0; k < o->effects; k++)
                if (holds(state[best], o->effect[k].condition, o->effect[k].conditions))
                    after[o->effect[k].what.variable] = o->effect[k].what.value;
            long long paid = cost[best] + o->cost;
            int at = known(after);
            if (at < states && paid >= cost[at]) continue;
            if (at == STATES) return puts("unknown"), 0;
            if (at == states) memcpy(state[states++], after, sizeof after);
            cost[at] = paid, parent[at] = best, by[at] = i;
        }
    }
}
