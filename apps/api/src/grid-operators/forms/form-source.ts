import { type LayoutName, layoutForms } from '@pv-planning/documents';

/** What a form is printed with. */
export interface FormSource {
  layout: LayoutName;
}

/** Returns the row of a form. */
export async function readForm({ layout }: FormSource) {
  return { ...layoutForms[layout], layout };
}
