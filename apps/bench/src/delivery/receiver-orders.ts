/** The behavior of a receiver: confirms, confirms and records the latency, never responds, responds with a gigabyte. */
export type ReceiverPath = '/confirm' | '/time' | '/hang' | '/pour';

/** Each is answered with `Arrivals`. */
export interface ReceiverOrder {
  order: 'tell' | 'forget';
}

/** Arrivals since the last reset. */
export interface Arrivals {
  ports: number[];
  arrived: number;
  /** Without duplicates. */
  different: number;
  /** Milliseconds from each event to its arrival, for deliveries to `/time`. */
  latencies: number[];
}
