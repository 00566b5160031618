/** What a receiver does with a delivery: confirms it, confirms and times it, never answers, answers with a gigabyte. */
export type ReceiverPath = '/confirm' | '/time' | '/hang' | '/pour';

/** Each is answered with `Arrivals`. */
export interface ReceiverOrder {
  order: 'tell' | 'forget';
}

/** What has come since the last order to forget. */
export interface Arrivals {
  ports: number[];
  arrived: number;
  /** Without those that came twice. */
  different: number;
  /** Milliseconds from an event to its arrival, of those that were timed. */
  latencies: number[];
}
