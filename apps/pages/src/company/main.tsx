import { openPage } from '../shared/open-page.tsx';
import './company.css';
import { CompanyPage } from './company-page.tsx';

openPage(CompanyPage);
