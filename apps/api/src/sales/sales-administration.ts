import type { Database, Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import type { Links } from '../kernel/links/links.ts';
import {
  type ContractorAdministration,
  contractorAdministration,
} from './grid-operators/contractor-administration.ts';
import { type FormAdministration, formAdministration } from './grid-operators/forms/form-administration.ts';
import {
  type GridOperatorAdministration,
  gridOperatorAdministration,
} from './grid-operators/grid-operator-administration.ts';
import {
  type OfferLinkAdministration,
  offerLinkAdministration,
} from './offers/lifecycle/offer-link-administration.ts';

/** Manages grid operators with their forms, contractors, and links to offers. */
export interface SalesAdministration
  extends GridOperatorAdministration,
    FormAdministration,
    ContractorAdministration,
    OfferLinkAdministration {}

interface SalesParts {
  /** If it is a transaction, all methods run in it, except those for links. */
  kysely: Kysely<Tables>;
  database: Database;
  links: Links;
}

/** Every method can throw an `AdministrationError`. */
export function salesAdministration({ kysely, database, links }: SalesParts): SalesAdministration {
  return {
    ...gridOperatorAdministration(kysely),
    ...formAdministration(kysely),
    ...contractorAdministration(kysely),
    ...offerLinkAdministration(database, links),
  };
}
