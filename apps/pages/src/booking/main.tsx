import { openPage } from '../shared/open-page.tsx';
import './booking.css';
import { BookingPage } from './booking-page.tsx';

openPage(BookingPage);
