// Times LEMON's maximum-weight perfect matching on the full graph of an
// instance written by TestWriteInstance, for the comparison in the
// documentation. It reads the instance from standard input and prints the
// number of players, the CPU seconds of the matching stage and the total.
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

#include <lemon/full_graph.h>
#include <lemon/matching.h>

int main() {
    int64_t n;
    if (fread(&n, sizeof n, 1, stdin) != 1) return 1;
    std::vector<int64_t> upper(n * (n - 1) / 2);
    if (fread(upper.data(), sizeof upper[0], upper.size(), stdin) != upper.size()) return 1;

    using Graph = lemon::FullGraph;
    using Weights = Graph::EdgeMap<int64_t>;
    Graph graph(n);
    Weights weights(graph);
    const int64_t *next = upper.data();
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) weights[graph.edge(graph(i), graph(j))] = *next++;

    clock_t begin = clock();
    lemon::MaxWeightedPerfectMatching<Graph, Weights> matching(graph, weights);
    if (!matching.run()) return 1;
    double seconds = double(clock() - begin) / CLOCKS_PER_SEC;

    int64_t total = 0;
    for (Graph::EdgeIt e(graph); e != lemon::INVALID; ++e)
        if (matching.matching(e)) total += weights[e];
    printf("%lld players, %.4f s, total %lld\n", (long long)n, seconds, (long long)total);
}
