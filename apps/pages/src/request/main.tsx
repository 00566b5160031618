import { openPage } from '../shared/open-page.tsx';
import './request.css';
import { RequestPage } from './request-page.tsx';

openPage(RequestPage);
