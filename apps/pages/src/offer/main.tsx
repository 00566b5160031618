import { openPage } from '../shared/open-page.tsx';
import { OfferPage } from './offer-page.tsx';

openPage(OfferPage);
