import { addAddress } from '../../contract/addresses';
import { addAddress as rules } from '../../contract/addresses.rules';
import { AddressForm } from './address-form';

/** `pages/mine/createAddress`: typed, pasted, or taken from the phone's address book. */
export default function CreateAddress() {
  return <AddressForm draft="address" call={addAddress} rules={rules} initial={{}} />;
}
