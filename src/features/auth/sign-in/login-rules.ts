export { login as default } from '../../../contract/auth.rules';
