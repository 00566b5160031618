export type { Job } from './child/messages.ts';
export { offerDocument, type PrintedOffer } from './offer.ts';
export { createRenderer, RenderError, type Renderer, type RendererLimits } from './renderer.ts';
export { type PrintedStringPlan, stringPlanDocument } from './string-plan.ts';
