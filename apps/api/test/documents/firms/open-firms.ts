import type { Body, Offer, OperationId, PathParams, Result } from '@pv-planning/contract';
import { openTestApi } from '../../support/test-api.ts';
import { farm } from './farm.ts';
import type { Firm } from './firm.ts';
import { fitter } from './fitter.ts';
import { largeInstaller } from './large-installer.ts';
import { retrofitter } from './retrofitter.ts';
import { roofer } from './roofer.ts';
import { storeFirm } from './store-firm.ts';

/** Firms of five trades with five offers each. */
export const firms = { fitter, largeInstaller, farm, retrofitter, roofer } as const satisfies Record<
  string,
  Firm
>;

/** A stored firm with its offers by name. */
export interface OpenFirm {
  id: string;
  offers: ReadonlyMap<string, Offer>;
  /** Calls an operation that must succeed. Returns the body of the response. */
  done<O extends OperationId>(
    operationId: O,
    params: PathParams<O>,
    body?: Body<O>,
  ): Promise<NonNullable<Result<O>['body']>>;
}

/** Starts the service. Returns it with a function that stores a firm with its offers. */
export async function openFirms() {
  const service = await openTestApi();

  async function openFirm({ name, profile, offers }: Firm): Promise<OpenFirm> {
    const { id, api, newSite } = await service.addCompany(name);
    const done: OpenFirm['done'] = async (operationId, params, body) => {
      const response = await api.call(operationId, { params, ...(body !== undefined && { body }) } as never);
      if (response.status >= 300) throw new Error(`${operationId}: ${response.status} ${response.text}`);
      return response.body;
    };
    const siteId = await newSite();
    const { kysely } = service.database;
    await kysely.updateTable('site').set({ isDefault: true }).where('companyId', '=', id).execute();
    await kysely.updateTable('company').set(profile).where('companyId', '=', id).execute();
    return { id, offers: await storeFirm(done, siteId, { offers }), done };
  }
  return { ...service, openFirm };
}
