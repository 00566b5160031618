import {
  createRenderer,
  draftMap,
  type FormMap,
  type LayoutName,
  layoutForms,
  mapProblems,
  oneJobLimits,
  RenderError,
} from '@pv-planning/documents';
import { AdministrationError } from '../../../company/administration-error.ts';
import { invalidMap, readFormMap } from './form-map.ts';

/** A grid operator's PDF file with form fields. */
export interface Template {
  template: Buffer;
  /** Remove scripts, attached files and the like instead of refusing them. */
  strip: boolean;
}

/** The source of a form: a layout of ours, or a template and the map of its fields. */
export type FormSource = { layout: LayoutName } | (Template & { map: unknown });

const maxTemplateMiB = 5;
export const maxTemplateBytes = maxTemplateMiB * 1024 * 1024;

function refused(reason: string): AdministrationError {
  return new AdministrationError('invalid_template', `The template cannot be used. ${reason}`);
}

/** Checks a template in a process of its own. @throws {AdministrationError} `invalid_template` */
async function takeIn({ template, strip }: Template) {
  if (template.length > maxTemplateBytes)
    throw refused(`It is larger than ${maxTemplateMiB} MiB. Images in it may be compressed more.`);
  const renderer = createRenderer(oneJobLimits);
  try {
    const taken = await renderer.takeIn({ kind: 'take-in', template, strip }, new AbortController().signal);
    if ('refusal' in taken) throw refused(taken.refusal);
    return taken;
  } catch (error) {
    if (error instanceof RenderError) throw refused(error.message);
    throw error;
  } finally {
    renderer.close();
  }
}

/** Returns the beginning of a map for a template. @throws {AdministrationError} `invalid_template` */
export async function draftFormMap(template: Template) {
  const { fields } = await takeIn(template);
  return draftMap(fields);
}

/** A form as it is stored. */
export type CheckedForm = Awaited<ReturnType<typeof checkForm>>;

/** Checks a form, in a process of its own if it has a template. @throws {AdministrationError} `invalid_map`, `invalid_template` */
export async function checkForm(source: FormSource) {
  if ('layout' in source) {
    const { layout } = source;
    return { ...layoutForms[layout], layout, map: null, template: null, pageCount: null };
  }
  const map = readFormMap(source.map);
  const { template, pageCount, fields } = await takeIn(source);
  const problems = mapProblems(map, fields);
  if (problems.length > 0) throw invalidMap(problems);
  return formOfTemplate({ map, template: Buffer.from(template), pageCount });
}

/** Returns a form with a template that was checked. */
export function formOfTemplate({
  map,
  template,
  pageCount,
}: {
  map: FormMap;
  template: Buffer;
  pageCount: number;
}) {
  const { code, name, version, phase, appliesTo } = map;
  return { code, name, version, phase, appliesTo, layout: null, map: { ...map }, template, pageCount };
}
