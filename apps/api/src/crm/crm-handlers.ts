import { combineHandlers } from '@pv-planning/server-kit';
import { customerHandlers } from './customers/customer-handlers.ts';
import { projectHandlers } from './projects/project-handlers.ts';
import { roofHandlers } from './projects/roof-handlers.ts';

export const crmHandlers = combineHandlers(customerHandlers, projectHandlers, roofHandlers);
