/** Returns the samples of a process's Prometheus metrics, by name and labels. */
export async function samplesOf({
  metricsUrl,
}: {
  metricsUrl: string | undefined;
}): Promise<Record<string, number>> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}
