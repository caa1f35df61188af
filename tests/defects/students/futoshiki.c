#include <stdio.h>
#include <string.h>

static char given[82], across[82], down[82];
static int n, value[81];

static int fits(int cell) {
    int r = cell / n, c = cell % n, v = value[cell];
    for (int other = cell - c; other < cell; other++)
        if (value[other] == v) return 0;
    for (int other = c; other < cell; other += n)
        if (value[other] == v) return 0;
    char left = c ? across[r * (n - 1) + c - 1] : '0', up = r ? down[(r - 1) * n + c] : '0';
    if (left == '1' && value[cell - 1] < v) return 0;
    if (left == '2' && value[cell - 1] > v) return 0;
    if (up == '1' && value[cell - n] < v) return 0;
    if (up == '2' && value[cell - n] > v) return 0;
    return given[cell] == '0' || given[cell] == '0' + v;
}

static int search(int cell) {
    if (cell == n * n) return 1;
    for (value[cell] = 1; value[cell] <= n; value[cell]++)
        if (fits(cell) && search(cell + 1)) return 1;
    return 0;
}

int main(int count, char **words) {
    FILE *file = fopen(words[1], "r");
    if (!file || fscanf(file, "%81s %81s %81s", given, across, down) != 3) return 2;
    while (n * n < (int)strlen(given)) n++;
    if (!search(0)) {
        puts("no solution");
        return 0;
    }
    for (int cell = 0; cell < n * n; cell++) printf("%d%s", value[cell], cell % n == n - 1 ? "\n" : " ");
    return 0;
}
