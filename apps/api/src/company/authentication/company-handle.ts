import { isRecordId } from '../../kernel/identifiers/record-id.ts';

/** The public name of a company in addresses: its slug and its id. */
const handlePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*-(\d{1,19})$/;

/** Returns the public name of a company. */
export function handleOf({ id, slug }: { id: string; slug: string }): string {
  return `${slug}-${id}`;
}

/** Returns the company that a public name is for, or undefined if the text is not one. The company may have another name, or not exist. */
export function companyOfHandle(handle: string): string | undefined {
  const companyId = handlePattern.exec(handle)?.[1];
  return companyId !== undefined && isRecordId(companyId) ? companyId : undefined;
}
