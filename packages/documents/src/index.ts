export type { FillProblem } from './child/forms/fill-template.ts';
export type { TemplateField } from './child/forms/template-fields.ts';
export type { Job } from './child/messages.ts';
export { consumerTypes, isConsumer } from './consumers.ts';
export { logoDocument } from './logo.ts';
export { offerDocument, type PrintedOffer } from './offer.ts';
export { hasZeroRate } from './offer-lines.ts';
export { draftMap, mapProblems } from './registration/check-map.ts';
export {
  type ContextPath,
  contextPaths,
  type FieldSource,
  type Registration,
  type RegistrationContext,
  registrationContexts,
} from './registration/context.ts';
export {
  type FilledField,
  type FormField,
  filledField,
  type MissingField,
  missingField,
} from './registration/form-map.ts';
export { type LayoutName, layoutForms } from './registration/layout-forms.ts';
export { powerUnderMediumVoltageRules, type RegisteredOffer } from './registration/plant.ts';
export { layoutSheets } from './registration/print-layout.ts';
export type { RenderedSheet, Sheet } from './registration/sheet.ts';
export { type FormMap, templateSheets } from './registration/template-map.ts';
export {
  createRenderer,
  DocumentTooLargeError,
  MissingCompilerError,
  oneJobLimits,
  RenderError,
  type Renderer,
  type RendererLimits,
} from './renderer.ts';
export { sampleForms } from './sample-forms.ts';
export type { PrintedStringPlan } from './string-plan/printed-string-plan.ts';
export { stringPlanDocument } from './string-plan/string-plan.ts';
export { unprintableTexts } from './unprintable-texts.ts';
