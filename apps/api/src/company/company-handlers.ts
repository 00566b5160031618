import type { Company, Member, Site } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { type Handlers, notFound } from '@pv-planning/server-kit';
import type { Context } from '../context.ts';
import { pageOf } from '../records/page-of.ts';
import { recordId, uuidId } from '../records/record-id.ts';

type CompanyHandlers = Pick<
  Handlers<Context>,
  'getCompany' | 'listMembers' | 'getMember' | 'listSites' | 'getSite'
>;
