/** The URLs and body that the bare loop posts. */
export interface BareOptions {
  urls: string[];
  /** The receivers' certificate. */
  ca: string;
  secret: string;
  body: string;
  /** Concurrent requests to each URL. */
  concurrency: number;
}

/** The order to post a number of requests. The reply, a `BareReport`, is sent when all requests are confirmed. */
export interface BareOrder {
  posts: number;
}

export interface BareReport {
  cpuMicroseconds: number;
}
