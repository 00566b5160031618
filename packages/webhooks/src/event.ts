/** What the service POSTs: the envelope, narrowing on `type`. */
export interface WebhookEvent {
  id: string;
  type: string;
  createdAt: string;
  data: Record<string, unknown>;
}
