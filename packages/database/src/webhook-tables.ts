/** Tables of webhook delivery, as their migration creates them. */
// biome-ignore lint/suspicious/noEmptyInterface: filled together with the migration of these tables
export interface WebhookTables {}
