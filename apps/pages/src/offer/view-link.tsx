import { ViewLink as SharedViewLink } from '../shared/components/view-link.tsx';
import type { View } from './offer-view.ts';

export const ViewLink = SharedViewLink<View>;
