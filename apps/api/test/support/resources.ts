import { type OperationId, operations } from '@pv-planning/contract';
import { bodySchemaOf, resolved } from './contract-document.ts';

/** What tests that run through all operations must know of a kind of record, and the contract says in words only. */
interface Resource {
  /** Fields whose value no other record of the company may have. */
  unique: readonly UniqueField[];
  /** A text that can be changed freely. */
  text: string;
  /** A field that names another record. */
  reference?: string;
  /** The fields whose change raises an event; true for all of them. */
  telling: boolean | readonly string[];
}

interface UniqueField {
  name: string;
  ignoresCase?: boolean;
}

const externalId = { name: 'externalId' };
const name = { name: 'name', ignoresCase: true };

const material: Resource = {
  unique: [externalId, { name: 'articleNumber', ignoresCase: true }],
  text: 'description',
  reference: 'manufacturerId',
  telling: ['name', 'archived', 'manufacturerId'],
};

const resources: Record<string, Resource> = {
  '/v1/customers': {
    unique: [externalId, { name: 'customerNumber' }],
    text: 'notes',
    reference: 'plannerId',
    telling: true,
  },
  '/v1/projects': { unique: [externalId], text: 'notes', reference: 'plannerId', telling: true },
  '/v1/services': { unique: [externalId], text: 'description', telling: false },
  '/v1/pv-modules': material,
  '/v1/batteries': material,
  '/v1/inverters': material,
  '/v1/wallboxes': material,
  '/v1/equipment': material,
  '/v1/misc-materials': material,
  '/v1/subconstructions': material,
  '/v1/emergency-power': material,
  '/v1/materials': { unique: [], text: 'supplier', telling: false },
  '/v1/manufacturers': { unique: [externalId, name], text: 'shortName', telling: false },
};

export function resourceOf(operationId: OperationId): Resource {
  const { path } = operations[operationId];
  const found = Object.entries(resources).find(([prefix]) => `${path}/`.startsWith(`${prefix}/`));
  return found?.[1] ?? { unique: [], text: 'notes', telling: false };
}

/** The unique fields that the body of an operation can have. */
export function uniqueFieldsOf(operationId: OperationId): readonly UniqueField[] {
  const { properties = {} } = resolved(bodySchemaOf(operationId) ?? {});
  return resourceOf(operationId).unique.filter(
    (field) => field.name in properties && isOfRecord(operationId),
  );
}

/** Parts of a record, such as a roof, have names too. */
function isOfRecord(operationId: OperationId): boolean {
  return /^\/v1\/[\w-]+(\/\{id\})?$/.test(operations[operationId].path);
}

/** Whether a change of the field raises an event. */
export function tells(operationId: OperationId, field: string): boolean {
  const { telling } = resourceOf(operationId);
  return typeof telling === 'boolean' ? telling : telling.includes(field);
}
