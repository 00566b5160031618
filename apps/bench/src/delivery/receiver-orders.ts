/**
 * The behavior of a receiver: confirms; confirms and records the latency; confirms immediately until the order to slow down, then
 * shortly before the timeout; never responds; or responds with 1 GB.
 */
export type ReceiverPath = '/confirm' | '/time' | '/slow-down' | '/hang' | '/pour';

/** A command for the receivers, which reply with `Arrivals`. */
export interface ReceiverOrder {
  order: 'report' | 'reset' | 'slow-down';
}

/** Arrivals since the last reset. */
export interface Arrivals {
  ports: number[];
  arrived: number;
  /** Excludes duplicates. */
  different: number;
  /** Milliseconds from each event to its arrival, for deliveries to `/time`. */
  latencies: number[];
}
