import type { AccountTables } from '../accounts/tables';
import type { AccrualTables } from '../accruals/tables';
import type { AddressTables } from '../addresses/tables';
import type { AgreementTables } from '../agreements/tables';
import type { AiTables } from '../ai/tables';
import type { SessionTables } from '../auth/tables';
import type { CircleTables } from '../circle/tables';
import type { ConfigurationTables } from '../configuration/tables';
import type { DatabaseTables } from '../db/tables';
import type { DeclarationTables } from '../declarations/tables';
import type { DeliveryTables } from '../delivery/tables';
import type { DeviceTables } from '../devices/tables';
import type { DocumentTables } from '../documents/tables';
import type { EmbedTables } from '../embed/tables';
import type { GoodsTables } from '../goods/tables';
import type { VideoTables } from '../goods/videos/tables';
import type { HttpTables } from '../http/tables';
import type { ConversationTables } from '../im/tables';
import type { JobTables } from '../jobs/tables';
import type { KernelTables } from '../kernel/tables';
import type { LedgerTables } from '../ledger/tables';
import type { MetricsTables } from '../metrics/tables';
import type { NoticeTables } from '../notices/tables';
import type { OperatorTables } from '../operator/tables';
import type { OrderTables } from '../orders/tables';
import type { PartnerTables } from '../partners/tables';
import type { PayPasswordTables } from '../pay-password/tables';
import type { PaymentTables } from '../payments/tables';
import type { PhoneActionTables } from '../phone-actions/tables';
import type { PictureTables } from '../pictures/tables';
import type { PrivacyTables } from '../privacy/tables';
import type { ProductTables } from '../products/tables';
import type { ReconciliationTables } from '../reconciliation/tables';
import type { RuleTables } from '../rules/tables';
import type { ScreenTables } from '../screen/tables';
import type { ShareTables } from '../share/tables';
import type { UploadTables } from '../upload/tables';
import type { BatchTables } from '../wallet/batches/tables';
import type { CorrectionTables } from '../wallet/corrections/tables';
import type { PayoutTables } from '../wallet/payout/tables';
import type { WalletTables } from '../wallet/tables';
import type { SupportTables } from '../work-orders/tables';

/** The whole schema. Each folder declares its own tables and exports their migrations. */
export interface Tables
  extends DatabaseTables,
    KernelTables,
    JobTables,
    DeliveryTables,
    PictureTables,
    LedgerTables,
    RuleTables,
    HttpTables,
    SessionTables,
    DeviceTables,
    AccountTables,
    CircleTables,
    ShareTables,
    UploadTables,
    ConversationTables,
    ProductTables,
    OrderTables,
    PaymentTables,
    PayoutTables,
    NoticeTables,
    SupportTables,
    WalletTables,
    BatchTables,
    CorrectionTables,
    ReconciliationTables,
    PayPasswordTables,
    AiTables,
    EmbedTables,
    PartnerTables,
    AddressTables,
    DeclarationTables,
    GoodsTables,
    VideoTables,
    AccrualTables,
    ConfigurationTables,
    MetricsTables,
    OperatorTables,
    DocumentTables,
    AgreementTables,
    PrivacyTables,
    PhoneActionTables,
    ScreenTables {}
