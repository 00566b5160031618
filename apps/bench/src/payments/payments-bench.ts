import { startStripeStandIn } from '@pv-planning/stripe-stand-in';
import { apiMain, productionEnvironment } from '../api/programs.ts';
import type { Effort } from '../effort.ts';
import type { Figure } from '../measure/figure.ts';
import { startPostgres } from '../process/postgres.ts';
import { startServer, statementProbe } from '../process/server-process.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import { paidBookings } from './paid-bookings.ts';
import { addFirstCompany, createPaymentCompany } from './payment-company.ts';
import { sweepFigures } from './sweep.ts';

/** Measures payments of appointments with a stand-in of the provider, which production refuses. */
export function paymentsBench({ payments }: Effort): Promise<Figure[]> {
  return withTemporaryDirectory(async (directory) => {
    await using closing = new AsyncDisposableStack();
    const postgres = await startPostgres(`${directory}/postgres`, 'others');
    closing.defer(postgres.stop);
    await postgres.createDatabase();
    const standIn = await startStripeStandIn({ directory });
    closing.defer(() => standIn.close());
    const databaseUrl = postgres.url;
    const env = {
      ...productionEnvironment(`${directory}/service`),
      DATABASE_URL: databaseUrl,
      NODE_ENV: 'test',
      STRIPE_URL: `http://${standIn.host}:${standIn.port}`,
      TRUST_PROXY: '1',
    };
    await addFirstCompany(env);
    const server = await startServer({ script: apiMain, core: 'server', env, probe: statementProbe });
    closing.defer(server.stop);
    const newCompany = (planners: number) => createPaymentCompany({ databaseUrl, standIn, env }, planners);
    const paid = await paidBookings({ databaseUrl, standIn, server, newCompany }, payments);
    const company = await newCompany(1);
    return [paid, ...(await sweepFigures({ databaseUrl, standIn, server, company }, payments.holds))];
  });
}
