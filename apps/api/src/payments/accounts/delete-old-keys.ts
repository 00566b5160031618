import type { BackgroundTask } from '../../background-task.ts';

/** As long as the provider refunds payments. */
const keptMs = 180 * 86_400_000;

/** Deletes the secrets of accounts that were removed long ago. */
export const deleteOldPaymentKeys: BackgroundTask = {
  name: 'delete-old-payment-keys',
  everyMs: 86_400_000,
  async run({ db, now: readNow }) {
    const now = await readNow();
    await db
      .updateTable('paymentAccount')
      .set({
        apiKey: null,
        webhookSecret: null,
        previousWebhookSecret: null,
        previousWebhookSecretUntil: null,
        updatedAt: now,
      })
      .where('removedAt', '<', new Date(Date.parse(now) - keptMs).toISOString())
      .where('apiKey', 'is not', null)
      .execute();
    return false;
  },
};
