/** The little of autocannon that the load generator uses; the package brings no types. */
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
    duration: number;
    /** Milliseconds between looks at the clock. */
    sampleInt: number;
    requests: Request[];
  }

  interface Result {
    '2xx': number;
    non2xx: number;
    errors: number;
    /** Seconds that it really took. */
    duration: number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
