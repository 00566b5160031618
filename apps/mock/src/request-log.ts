/** One entry of Prism's log. */
interface LogEntry {
  msg: string;
  input?: { method: string; url: { path: string } };
}

/** Formats Prism's log for people: each request, followed by its contract violations. */
export function requestLog(log: (line: string) => void): { write(line: string): void } {
  return {
    write(line) {
      const { msg, input }: LogEntry = JSON.parse(line);
      if (msg === 'Request received' && input) log(`${input.method.toUpperCase()} ${input.url.path}`);
      else if (/^(Violation|Request terminated)/.test(msg)) log(`  ${msg}`);
    },
  };
}
