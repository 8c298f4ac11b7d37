module cloudphone.example/go

go 1.19
