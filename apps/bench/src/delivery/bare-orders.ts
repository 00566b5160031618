/** To what, and what, the bare loop posts. */
export interface BareOptions {
  urls: string[];
  /** The certificate of the receivers. */
  ca: string;
  secret: string;
  body: string;
  /** Requests under way at once to each URL. */
  atOnce: number;
}

/** Answered with a `BareReport` when all are confirmed. */
export interface BareOrder {
  posts: number;
}

export interface BareReport {
  cpuMicroseconds: number;
}
