import type { LineHint, PriceHint } from '@pv-planning/contract';
import { wiredLines } from '../../lines/line-references.ts';
import { usualModuleCount } from '../../model/battery-modules.ts';
import type { Line } from '../../model/line.ts';

/** Whether a battery has another number of modules than the one to which the prices of the catalog apply. */
function hasOtherModules({ lineGroup, moduleCount, product }: Line): boolean {
  if (lineGroup !== 'batteries' || moduleCount === null) return false;
  return moduleCount !== usualModuleCount(product);
}

/** The prices of a line that were taken from the catalog. A purchase price of 0 is unknown. */
function catalogPrices({ priceFromCatalog, purchasePriceFromCatalog, purchasePrice }: Line): string[] {
  return [
    ...(priceFromCatalog ? ['price'] : []),
    ...(purchasePriceFromCatalog && purchasePrice > 0 ? ['purchasePrice'] : []),
  ];
}

function priceHint(line: Line): PriceHint | undefined {
  const { ref, name, moduleCount } = line;
  if (line.priceMissing) {
    const message = `${name} has price 0, because the product has no selling price at the site.`;
    return { code: 'price_missing', ref, message };
  }
  const ofCatalog = catalogPrices(line);
  if (hasOtherModules(line) && ofCatalog.length > 0) {
    const message = `${name} has ${moduleCount} modules, but the prices of the catalog are for its usual number. Set ${ofCatalog.join(' and ')}.`;
    return { code: 'price_for_default_modules', ref, message };
  }
  return undefined;
}

export function priceHints(lines: readonly Line[]): PriceHint[] {
  return lines.map(priceHint).filter((hint) => hint !== undefined);
}

/** Returns the first battery if no battery is active. */
function firstOfInactive(lines: readonly Line[]): Line | undefined {
  const batteries = lines.filter(({ lineGroup }) => lineGroup === 'batteries');
  return batteries.some(({ active }) => active) ? undefined : batteries[0];
}

interface LineContext {
  /** The number of wired modules of the lines of modules. */
  wired: ReadonlyMap<Line, number>;
  withoutActiveBattery: Line | undefined;
}

function lineHint(line: Line, { wired, withoutActiveBattery }: LineContext): LineHint | undefined {
  const { ref, name, lineGroup, quantity } = line;
  const count = wired.get(line) ?? quantity;
  if (count > quantity) {
    const message = `The strings contain ${count} modules, the line has ${quantity}.`;
    return { code: 'modules_wired_twice', ref, message };
  }
  if (count < quantity)
    return { code: 'modules_not_wired', ref, message: `${count} of ${quantity} modules are wired.` };
  if (lineGroup === 'inverters' && (line.strings ?? []).length === 0)
    return { code: 'inverter_without_strings', ref, message: `Nothing is connected to ${name}.` };
  if (lineGroup === 'emergencyPower' && line.targetRef === null)
    return { code: 'without_inverter', ref, message: `The inverter of ${name} was removed.` };
  if (line === withoutActiveBattery)
    return { code: 'no_active_battery', ref, message: 'No battery is active: the price includes none.' };
  if (line.quantityIsAutomatic && quantity === 0)
    return { code: 'quantity_zero', ref, message: `The quantity of ${name} is automatic and 0.` };
  if (line.quantityFrozen) {
    const message = `The quantity of ${name} stays ${quantity}, because the line that it counted was removed.`;
    return { code: 'quantity_frozen', ref, message };
  }
  return undefined;
}

/** Returns at most one hint for each line. @param lines sorted by position */
export function lineHints(lines: readonly Line[]): LineHint[] {
  const context: LineContext = {
    wired: new Map(wiredLines(lines).map(({ line, wired }) => [line, wired])),
    withoutActiveBattery: firstOfInactive(lines),
  };
  return lines.map((line) => lineHint(line, context)).filter((hint) => hint !== undefined);
}
