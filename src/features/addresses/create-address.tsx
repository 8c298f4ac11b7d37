import { addAddress } from '../../contract/buying/addresses';
import { addAddress as rules } from '../../contract/buying/addresses.rules';
import { AddressForm } from './address-form';

/** `pages/mine/createAddress`: typed, pasted, or taken from the phone's address book. */
export default function CreateAddress() {
  return <AddressForm draft="address" call={addAddress} rules={rules} initial={{}} />;
}
