import { combineHandlers } from '@pv-planning/server-kit';
import { manufacturerHandlers } from './manufacturers/manufacturer-handlers.ts';
import { materialHandlers } from './materials/material-handlers.ts';
import { priceListHandlers } from './price-lists/price-list-handlers.ts';
import { serviceHandlers } from './services/service-handlers.ts';

export const catalogHandlers = combineHandlers(
  manufacturerHandlers,
  materialHandlers,
  priceListHandlers,
  serviceHandlers,
);
