/**
 * Why a delivery is sent: because the event happened; because somebody asked for it once more; as one of everything
 * that had failed; as a test of the endpoint.
 */
export type DeliveryTrigger = 'auto' | 'manual' | 'recover' | 'test';
