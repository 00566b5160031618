/** The parts of autocannon that the load generator uses. The package has no types. */
declare module 'autocannon' {
  interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?: (request: Request) => Request;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Number of requests, instead of a duration. */
    amount?: number;
    /** Milliseconds between checks of the clock. */
    sampleInt: number;
    requests: Request[];
  }

  interface Result {
    '2xx': number;
    non2xx: number;
    errors: number;
    /** Actual seconds. */
    duration: number;
    statusCodeStats?: Record<string, { count: number }>;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
