import { openPage } from '../shared/open-page.tsx';
import { CompanyPage } from './company-page.tsx';

openPage(CompanyPage);
