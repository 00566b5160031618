import { openPage } from '../shared/open-page.tsx';
import './offer.css';
import { OfferPage } from './offer-page.tsx';

openPage(OfferPage);
