import type { Reader } from './environment';
import { readTaxRates, type TaxRates } from './tax-rates';

/** The provider of electronic fapiao: the address of its API and its key. */
export interface FapiaoSettings {
  api: string;
  key: string;
}

/** The seller on receipts and invoices. */
export interface SellingSettings {
  sellerName: string;
  /** The seller's data on invoices besides the name. Without the tax number, no invoice can be issued. */
  seller: { address: string; taxNumber: string };
  taxRates: TaxRates;
  /** Absent: a sandbox; in production none. */
  fapiao: FapiaoSettings | undefined;
}

/** Sandboxes have a tax number that cannot be taken for a real one. */
export function readSelling(reader: Reader, production: boolean): SellingSettings {
  const { text, address, provider } = reader;
  const fapiao = provider('FAPIAO_API_URL', 'FAPIAO_API_KEY');
  return {
    sellerName: text('SELLER_NAME', 'Cloudphone'),
    seller: {
      address: text('SELLER_ADDRESS', ''),
      taxNumber: text('SELLER_TAX_NUMBER', production ? '' : 'DEMO-0000'),
    },
    taxRates: readTaxRates(reader),
    fapiao: fapiao && { api: address('FAPIAO_API_URL', ''), key: fapiao.FAPIAO_API_KEY },
  };
}
