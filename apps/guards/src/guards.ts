import type { Guard } from './guard.ts';
import { authentication } from './guards/authentication.ts';
import { durability } from './guards/durability.ts';
import { isolation } from './guards/isolation.ts';
import { money } from './guards/money.ts';

export const guards: readonly Guard[] = [...authentication, ...isolation, ...durability, ...money];
