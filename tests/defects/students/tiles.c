/* A student's sliding tiles: IDA* with Manhattan distance. Right as it stands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *names[4] = {"down", "up", "right", "left"};  /* of the tile; the blank goes the other way */
static int rows, columns, count, last, tile[36], moved[256], way[256], length;
static long nodes;

static int home(int t) { return !last ? t : t ? t - 1 : count - 1; }

static int distance(int t, int place) {
    int goal = home(t);
    return abs(place / columns - goal / columns) + abs(place % columns - goal % columns);
}

/* The bound for the next round, or 0 if the goal is reached. */
static int search(int blank, int back, int cost, int rest, int bound) {
    if (cost + rest > bound) return cost + rest;
    if (rest == 0) return length = cost, 0;
    if (++nodes > 3000000) return 1000;
    int next = 1000;
    for (int d = 0; d < 4; d++) {
        int row = blank / columns + (d == 1) - (d == 0), column = blank % columns + (d == 3) - (d == 2);
        if (d == back || row < 0 || row >= rows || column < 0 || column >= columns) continue;
        int from = row * columns + column, t = tile[from];
        tile[blank] = t, tile[from] = 0, moved[cost] = t, way[cost] = d;
        int found = search(from, d ^ 1, cost + 1, rest - distance(t, from) + distance(t, blank), bound);
        tile[from] = t, tile[blank] = 0;
        if (found < next) next = found;
        if (next == 0) return 0;
    }
    return next;
}

static int solvable(int blank) {
    int odd = distance(0, blank);
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) odd += home(tile[a]) > home(tile[b]);
    return odd % 2 == 0;
}

static void read(FILE *file) {
    char line[500];
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "#\n")] = 0;
        if (sscanf(line, "size: %d x %d", &rows, &columns) == 2) continue;
        if (strncmp(line, "goal:", 5) == 0) {
            last = strstr(line, "last") != NULL;
            continue;
        }
        for (char *word = strtok(line, " ,\t"); word; word = strtok(NULL, " ,\t")) tile[count++] = atoi(word);
    }
    while (rows * columns < count) columns = ++rows;
}

int main(int words, char **word) {
    FILE *file = words > 1 ? fopen(word[1], "r") : NULL;
    if (!file) return 2;
    read(file);
    int blank = 0, rest = 0;
    while (tile[blank] != 0) blank++;
    for (int place = 0; place < count; place++)
        if (place != blank) rest += distance(tile[place], place);
    if (!solvable(blank)) return puts("no solution"), 0;
    int bound = rest, found;
    while ((found = search(blank, -1, 0, rest, bound)) != 0) {
        if (nodes > 3000000) return puts("unknown"), 0;
        bound = found;
    }
    printf("%d\n", length);
    for (int step = 0; step < length; step++) printf("%d %s\n", moved[step], names[way[step]]);
    return 0;
}
