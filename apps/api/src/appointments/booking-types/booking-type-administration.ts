import type { BookingType } from '@pv-planning/contract';
import { type CompanyQueries, type Tables, withinCompany } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { AdministrationError } from '../../company/administration-error.ts';
import { inputCheck } from '../../company/checked-input.ts';
import { requireCompany } from '../../company/company-administration.ts';
import { inTransaction } from '../../company/in-transaction.ts';
import { type RecordPatch, recordPatch } from '../../company/record-patch.ts';
import { changeTime, readClock } from '../../kernel/records/change-time.ts';
import { changedFields } from '../../kernel/records/changed-fields.ts';
import { type Reference, unknownAmong } from '../../kernel/references/references.ts';
import {
  bookableIn,
  bookingTypeSelection,
  findBookingType,
  type PayingService,
} from './booking-type-records.ts';

/** A team member who takes appointments of a type. */
export interface Planner {
  plannerId: string;
  /** 1 comes first. */
  priority: number;
  /** Share of the appointments among planners of the same priority. */
  weight: number;
}

/** A booking type with the order of its planners, which the API does not show. */
export interface BookingTypeSetup extends BookingType {
  planners: Planner[];
}

/** The fields to set. `planners` replaces `plannerIds`. */
export type BookingTypeFields = RecordPatch<'BookingType'> & {
  planners?: readonly (Pick<Planner, 'plannerId'> & Partial<Planner>)[];
};

interface TypeId {
  companyId: string;
  slug: string;
}

export interface BookingTypeAdministration {
  createBookingType(type: TypeId, fields: BookingTypeFields): Promise<BookingTypeSetup>;
  updateBookingType(type: TypeId, fields: BookingTypeFields): Promise<BookingTypeSetup>;
  listBookingTypes(companyId: string): Promise<BookingTypeSetup[]>;
}

const checkPlanners = inputCheck<NonNullable<BookingTypeFields['planners']>>({
  type: 'array',
  maxItems: 100,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['plannerId'],
    properties: {
      plannerId: { type: 'string', format: 'uuid' },
      priority: { type: 'integer', minimum: 1, maximum: 100 },
      weight: { type: 'integer', minimum: 1, maximum: 100 },
    },
  },
});

/** Checks the content of a file. @throws {AdministrationError} if a field is unknown or a value invalid */
export function bookingTypeFields(input: unknown): BookingTypeFields {
  const hasPlanners = typeof input === 'object' && input !== null && 'planners' in input;
  if (!hasPlanners) return recordPatch('BookingType', input);
  const { planners, ...fields } = input;
  if ('plannerIds' in fields)
    throw refused('plannerIds and planners both name the planners: send one of them');
  return { ...recordPatch('BookingType', fields), planners: checkPlanners(planners) };
}

export function bookingTypeAdministration(
  kysely: Kysely<Tables>,
  service: PayingService,
): BookingTypeAdministration {
  return {
    createBookingType({ companyId, slug }, fields) {
      return inTransaction(kysely, async (transaction) => {
        const db = withinCompany(transaction, await requireCompany(transaction, companyId, 'lock'));
        if (await findBookingType(db, slug))
          throw new AdministrationError(
            'booking_type_exists',
            `Company ${companyId} has a booking type ${slug}.`,
          );
        const { planners, siteIds, plannerIds, ...given } = fields;
        const { name, durationMinutes, location } = given;
        if (name === undefined || durationMinutes === undefined || location === undefined)
          throw refused('A new booking type needs name, durationMinutes and location');
        const { id } = await db
          .insertInto('bookingType')
          .values({ assignment: 'ROUND_ROBIN', ...given, slug, name, durationMinutes, location })
          .returning('id')
          .executeTakeFirstOrThrow()
          .catch(asRefusal);
        await setPlanners(db, id, planners ?? plannerIds?.map((plannerId) => ({ plannerId })) ?? []);
        await setSites(db, id, siteIds ?? []);
        return checkedSetup({ db, ...service }, slug);
      });
    },

    updateBookingType({ companyId, slug }, fields) {
      return inTransaction(kysely, async (transaction) => {
        const db = withinCompany(transaction, await requireCompany(transaction, companyId, 'lock'));
        const before = await readSetup({ db, ...service }, slug);
        if (!before)
          throw new AdministrationError(
            'booking_type_not_found',
            `Company ${companyId} has no booking type ${slug}.`,
          );
        const { planners = plannersOf(fields, before), plannerIds: _, ...given } = fields;
        const changes = changedFields(before, { ...given, planners: planners?.map(completePlanner) });
        if (!changes) return before;
        const { planners: newPlanners, siteIds: newSiteIds, ...columns } = changes;
        const updatedAt = changeTime(await readClock(db), before.updatedAt);
        await db
          .updateTable('bookingType')
          .set({ ...columns, updatedAt })
          .where('id', '=', before.id)
          .execute()
          .catch(asRefusal);
        if (newPlanners) await setPlanners(db, before.id, newPlanners);
        if (newSiteIds) await setSites(db, before.id, newSiteIds);
        return checkedSetup({ db, ...service }, slug);
      });
    },

    async listBookingTypes(companyId) {
      const db = withinCompany(kysely, await requireCompany(kysely, companyId));
      const types = await bookingTypeSelection
        .of(db.selectFrom('bookingType'))
        .orderBy('name')
        .orderBy('id')
        .execute();
      return withPlanners({ db, ...service }, types);
    },
  };
}

function refused(problem: string): AdministrationError {
  return new AdministrationError('invalid_fields', `${problem}.`);
}

/** Messages for the constraints between fields. */
const dependencies: Readonly<Record<string, string>> = {
  booking_type_capacity_check: 'capacity can only be above 1 if assignment is NONE',
  booking_type_tax_rate_check: 'taxRate must be null if priceCents is 0',
};

function asRefusal(error: { constraint?: string }): never {
  const dependency = dependencies[error.constraint ?? ''];
  throw dependency === undefined ? error : refused(dependency);
}

type SetupContext = Parameters<typeof bookableIn>[0];

async function readSetup(context: SetupContext, slug: string): Promise<BookingTypeSetup | undefined> {
  const found = await findBookingType(context.db, slug);
  const [setup] = found ? await withPlanners(context, [found]) : [];
  return setup;
}

/** Reads a written type, and checks rules that no constraint enforces. */
async function checkedSetup(context: SetupContext, slug: string): Promise<BookingTypeSetup> {
  const setup = await readSetup(context, slug);
  if (!setup) throw new Error(`The booking type ${slug} is gone.`);
  if (setup.priceCents > 0 && setup.taxRate === null)
    throw refused('A price needs taxRate, the VAT that it contains in percent; 0 means none');
  if (setup.priceCents > 0 && setup.refundNoticeMinutes < setup.cancelNoticeMinutes)
    throw refused('With a price, refundNoticeMinutes must not be less than cancelNoticeMinutes');
  if (setup.assignment === 'NONE' && setup.planners.length > 0)
    throw refused('A booking type with planners needs the assignment ROUND_ROBIN or CUSTOMER_CHOICE');
  return setup;
}

async function withPlanners(
  context: SetupContext,
  types: readonly BookingType[],
): Promise<BookingTypeSetup[]> {
  const planners = await context.db
    .selectFrom('bookingTypeMember')
    .select(['bookingTypeId', 'memberId as plannerId', 'priority', 'weight'])
    .orderBy('memberId')
    .execute();
  const byType = Map.groupBy(planners, ({ bookingTypeId }) => bookingTypeId);
  return types.map(await bookableIn(context)).map((type) => ({
    ...type,
    planners: (byType.get(type.id) ?? []).map(({ bookingTypeId: _, ...planner }) => planner),
  }));
}

/** Planners who stay keep their priority and weight. */
function plannersOf({ plannerIds }: BookingTypeFields, { planners }: BookingTypeSetup) {
  return plannerIds?.map(
    (plannerId) => planners.find((known) => known.plannerId === plannerId) ?? { plannerId },
  );
}

function completePlanner({
  plannerId,
  priority = 1,
  weight = 1,
}: Pick<Planner, 'plannerId'> & Partial<Planner>): Planner {
  return { plannerId: plannerId.toLowerCase(), priority, weight };
}

async function setPlanners(
  db: CompanyQueries,
  bookingTypeId: string,
  planners: readonly (Pick<Planner, 'plannerId'> & Partial<Planner>)[],
): Promise<void> {
  const members = planners.map(completePlanner);
  const ids = members.map(({ plannerId }) => plannerId);
  if (new Set(ids).size < ids.length) throw refused('A planner is named twice');
  await requireAll(db, 'member', ids);
  await db.deleteFrom('bookingTypeMember').where('bookingTypeId', '=', bookingTypeId).execute();
  const rows = members.map(({ plannerId: memberId, ...order }) => ({ bookingTypeId, memberId, ...order }));
  if (rows.length > 0) await db.insertInto('bookingTypeMember').values(rows).execute();
}

async function setSites(
  db: CompanyQueries,
  bookingTypeId: string,
  siteIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(siteIds)];
  await requireAll(db, 'site', ids);
  await db.deleteFrom('bookingTypeSite').where('bookingTypeId', '=', bookingTypeId).execute();
  const rows = ids.map((siteId) => ({ bookingTypeId, siteId }));
  if (rows.length > 0) await db.insertInto('bookingTypeSite').values(rows).execute();
}

/** @throws {AdministrationError} if the company lacks one of these records */
async function requireAll(
  db: CompanyQueries,
  kind: 'member' | 'site',
  ids: readonly string[],
): Promise<void> {
  const references = ids.map((id): Reference => ({ path: '', kind, id }));
  const unknown = (await unknownAmong(db, references)).map(({ id }) => id).join(', ');
  if (unknown !== '')
    throw new AdministrationError(`${kind}_not_found`, `The company has no ${kind} ${unknown}.`);
}
