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

/** Answered with a `BareReport` after all requests are confirmed. */
export interface BareOrder {
  posts: number;
}

export interface BareReport {
  cpuMicroseconds: number;
}
