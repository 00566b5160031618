import { openPage } from '../shared/open-page.tsx';
import { BookingPage } from './booking-page.tsx';

openPage(BookingPage);
