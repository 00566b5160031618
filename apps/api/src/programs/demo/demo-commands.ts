import type { MemberRole } from '@pv-planning/contract';
import type { Tables } from '@pv-planning/database';
import { type LayoutName, sampleForms } from '@pv-planning/documents';
import type { Kysely } from 'kysely';
import {
  absenceAdministration,
  type NewAbsence,
} from '../../appointments/availability/absence-administration.ts';
import {
  scheduleAdministration,
  workingHours,
} from '../../appointments/availability/schedule-administration.ts';
import {
  bookingTypeAdministration,
  bookingTypeFields,
} from '../../appointments/booking-types/booking-type-administration.ts';
import type { Administration } from '../../company/administration.ts';
import { recordPatch } from '../../company/record-patch.ts';
import { companyTexts, setCompanyTexts } from '../../company/texts/company-texts.ts';
import { contractorAdministration } from '../../sales/grid-operators/contractor-administration.ts';
import { formAdministration } from '../../sales/grid-operators/forms/form-administration.ts';
import { checkForm, formOfTemplate } from '../../sales/grid-operators/forms/form-source.ts';
import { gridOperatorAdministration } from '../../sales/grid-operators/grid-operator-administration.ts';
import type { DemoRequest } from './demo-requests.ts';

interface SiteFields {
  name: string;
  isDefault: boolean;
}

interface MemberFields {
  firstName: string;
  lastName: string;
  email: string;
  role: MemberRole;
  siteIds: string[];
}

interface Forms {
  /** Also the sample forms with templates. */
  samples?: boolean;
  layouts: LayoutName[];
}

type Run = (body: unknown, params: Readonly<Record<string, string>>) => Promise<unknown>;

/** Returns the commands of the administration for a company, which check fields as the command line does. */
export function demoCommands(
  kysely: Kysely<Tables>,
  admin: Administration,
  companyId: string,
): (request: DemoRequest) => Promise<unknown> {
  const forms = formAdministration(kysely);
  // Nobody looks at what these commands return.
  const service = { links: { isPublic: () => true }, paymentAccounts: { accepts: () => true } };
  const commands: Readonly<Record<string, Run>> = {
    updateCompany: (body) => admin.updateCompany(companyId, recordPatch('Company', body)),
    setCompanyTexts: (body) => setCompanyTexts(kysely, companyId, companyTexts(body)),
    createSite: (body) => admin.createSite({ companyId, ...(body as SiteFields) }),
    createMember: (body) => admin.createMember({ companyId, ...(body as MemberFields) }),
    createBookingType: (body, { slug = '' }) =>
      bookingTypeAdministration(kysely, service).createBookingType(
        { companyId, slug },
        bookingTypeFields(body),
      ),
    setSchedule: (body, { memberId }) =>
      scheduleAdministration(kysely).setSchedule({ companyId, memberId }, workingHours(body)),
    addAbsence: (body) => absenceAdministration(kysely).addAbsences(companyId, [body as NewAbsence]),
    createGridOperator: (body) =>
      gridOperatorAdministration(kysely).createGridOperator(companyId, recordPatch('GridOperator', body)),
    createContractor: (body) =>
      contractorAdministration(kysely).createContractor(companyId, recordPatch('ElectricalContractor', body)),
    async addForms(body, { operatorId = '' }) {
      const { samples = false, layouts } = body as Forms;
      const added = (samples ? await sampleForms() : []).map(formOfTemplate);
      for (const form of added) await forms.addForm({ companyId, operatorId }, form);
      for (const layout of layouts)
        await forms.addForm({ companyId, operatorId }, await checkForm({ layout }));
    },
  };
  return async ({ operation, params = {}, body }) => {
    const run = commands[operation];
    if (!run) throw new Error(`The administration has no ${operation}.`);
    return run(body, params);
  };
}
