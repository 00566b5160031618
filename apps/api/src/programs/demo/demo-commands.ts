import type { MemberRole } from '@pv-planning/contract';
import { type LayoutName, sampleForms } from '@pv-planning/documents';
import {
  appointmentAdministration,
  bookingTypeFields,
  type NewAbsence,
  workingHours,
} from '../../appointments/appointment-administration.ts';
import type { Administration } from '../../company/administration.ts';
import { recordPatch } from '../../company/record-patch.ts';
import { companyTexts, setCompanyTexts } from '../../company/texts/company-texts.ts';
import { checkForm, formOfTemplate } from '../../sales/grid-operators/forms/form-source.ts';
import { salesAdministration } from '../../sales/sales-administration.ts';
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
  parts: Parameters<typeof salesAdministration>[0],
  admin: Administration,
  companyId: string,
): (request: DemoRequest) => Promise<unknown> {
  const { kysely } = parts;
  // The results of these commands are ignored.
  const service = { links: { isPublic: () => true }, paymentAccounts: { accepts: () => true } };
  const appointments = appointmentAdministration({ ...parts, service });
  const sales = salesAdministration(parts);
  const commands: Readonly<Record<string, Run>> = {
    updateCompany: (body) => admin.updateCompany(companyId, recordPatch('Company', body)),
    setCompanyTexts: (body) => setCompanyTexts(kysely, companyId, companyTexts(body)),
    createSite: (body) => admin.createSite({ companyId, ...(body as SiteFields) }),
    createMember: (body) => admin.createMember({ companyId, ...(body as MemberFields) }),
    createBookingType: (body, { slug = '' }) =>
      appointments.createBookingType({ companyId, slug }, bookingTypeFields(body)),
    setSchedule: (body, { memberId }) =>
      appointments.setSchedule({ companyId, memberId }, workingHours(body)),
    addAbsence: (body) => appointments.addAbsences(companyId, [body as NewAbsence]),
    createGridOperator: (body) => sales.createGridOperator(companyId, recordPatch('GridOperator', body)),
    createContractor: (body) => sales.createContractor(companyId, recordPatch('ElectricalContractor', body)),
    async addForms(body, { operatorId = '' }) {
      const { samples = false, layouts } = body as Forms;
      const added = (samples ? await sampleForms() : []).map(formOfTemplate);
      for (const form of added) await sales.addForm({ companyId, operatorId }, form);
      for (const layout of layouts)
        await sales.addForm({ companyId, operatorId }, await checkForm({ layout }));
    },
  };
  return async ({ operation, params = {}, body }) => {
    const run = commands[operation];
    if (!run) throw new Error(`The administration has no ${operation}.`);
    return run(body, params);
  };
}
