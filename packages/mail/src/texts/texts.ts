import type { MailLanguage } from '../language.ts';
import { de, type Texts } from './de.ts';
import { en } from './en.ts';

export const texts: Readonly<Record<MailLanguage, Texts>> = { de, en };
